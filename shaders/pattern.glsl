// What is drawn on a surface without geometry: concrete, paint, stripes, the ground grid.

float hash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float value_noise(vec2 p) {
    vec2 cell = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(cell), hash(cell + vec2(1, 0)), f.x),
               mix(hash(cell + vec2(0, 1)), hash(cell + vec2(1, 1)), f.x), f.y);
}

// Clouds half a metre wide and grain of two centimetres that fades before it can flicker.
float concrete(vec2 p, float pixel) {
    float clouds = value_noise(p * 0.8) * 0.6 + value_noise(p * 2.9) * 0.4;
#if QUALITY > 0
    float grain = value_noise(p * 55.0) - 0.5;
    clouds += 0.35 * grain * clamp(1.0 - pixel * 60.0, 0.0, 1.0);
#endif
    return 1.0 + 0.10 * (clouds - 0.5);
}

// Lines of a grid, at least one pixel wide, fainter where they would be thinner:
// B. Golus, "The best darn grid shader (yet)" (2023).
float grid_line(vec2 p, vec2 pixel, float width) {
    vec2 drawn = max(vec2(width), pixel);
    vec2 soft = pixel * 1.2;
    vec2 distance = abs(fract(p - 0.5) - 0.5) * 2.0;
    vec2 line = smoothstep(drawn + soft, drawn - soft, distance) * clamp(width / drawn, 0.0, 1.0);
    line = mix(line, vec2(0.0), clamp(pixel * 2.5 - 0.6, 0.0, 1.0));
    return max(line.x, line.y);
}

#ifdef GROUND
vec3 draw_ground(vec3 colour, vec2 p, float distance) {
    vec2 pixel = fwidth(p);
    float reach = clamp(1.0 - distance / 11.0, 0.0, 1.0) * eye.w;
    float lines = max(0.28 * grid_line(p, pixel, 0.008), 0.07 * grid_line(p * 4.0, pixel * 4.0, 0.016));
    return mix(colour * concrete(p, max(pixel.x, pixel.y)), vec3(0.62), lines * reach);
}
#else
vec3 draw_pattern(vec3 colour, vec3 second, int kind, float size, vec3 point, vec3 local, vec3 normal,
                  float pixel) {
    vec3 n = abs(normal);
    vec2 across = n.z > 0.6 ? local.xy : (n.x > n.y ? local.yz : local.xz);
    if (kind == 1) return colour * concrete(across, pixel);
    if (kind == 2) {
        float below = smoothstep(size + pixel, size - pixel, point.z);
        return mix(colour, second, below) * (concrete(across + 7.0, pixel) * 0.5 + 0.5);
    }
    float soft = max(pixel / size, 1e-4);
    if (kind == 3) {
        float wave = abs(fract((across.x + across.y) / (2.0 * size)) - 0.5) * 2.0;
        return mix(colour, second, smoothstep(0.5 - soft, 0.5 + soft, wave));
    }
    vec2 cell = abs(fract(across / (2.0 * size)) - 0.5) * 2.0;
    vec2 field = smoothstep(vec2(0.5 - soft), vec2(0.5 + soft), cell);
    return mix(colour, second, abs(field.x - field.y));
}
#endif
