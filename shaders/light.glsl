// Light on a surface: the sun, point lamps, sky and floor, and a cool rim.

struct Surface {
    vec3 colour;                // linear
    float roughness;
    float metal;
    vec3 normal;
    float open;                 // share of the sky that sees it
};

// GGX with the visibility and Fresnel terms of B. Karis and R. Lazarov fitted into one ratio.
float find_gloss(float roughness, vec3 normal, vec3 half_way, vec3 light) {
    float a = max(roughness * roughness, 0.02);
    float nh = clamp(dot(normal, half_way), 0.0, 1.0);
    float lh = clamp(dot(light, half_way), 0.0, 1.0);
    float d = nh * nh * (a * a - 1.0) + 1.0;
    return a * a / (d * d * max(0.1, lh * lh) * (roughness + 0.5) * 4.0);
}

vec3 add_lamps(Surface s, vec3 point, vec3 view, vec3 matt, vec3 mirror) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < counts.x; ++i) {
        vec3 path = light_position[i].xyz - point;
        float square = dot(path, path);
        vec3 to_lamp = path * inversesqrt(square);
        float fade = clamp(1.0 - square / (light_position[i].w * light_position[i].w), 0.0, 1.0);
        float edge = light_colour[i].w;
        float cone = edge < -0.99 ? 1.0
            : smoothstep(edge, mix(edge, 1.0, 0.35), -dot(to_lamp, light_axis[i].xyz));
        float facing = clamp(dot(s.normal, to_lamp), 0.0, 1.0);
        float power = cone * fade * fade * facing / (0.35 + square);
        float gloss = find_gloss(s.roughness, s.normal, normalize(to_lamp + view), to_lamp);
        sum += light_colour[i].rgb * power * (matt + mirror * gloss);
    }
    return sum;
}

vec3 shade(Surface s, vec3 point, vec3 view, float sun) {
    vec3 matt = s.colour * (1.0 - s.metal);
    vec3 mirror = mix(vec3(0.04), s.colour, s.metal);
    float facing = clamp(dot(s.normal, sun_direction.xyz), 0.0, 1.0);
    float gloss = find_gloss(s.roughness, s.normal, normalize(view + sun_direction.xyz), sun_direction.xyz);
    vec3 light = sun_colour.rgb * (facing * sun) * (matt + mirror * gloss);

    float up = s.normal.z * 0.5 + 0.5;
    light += mix(ground_fill.rgb, sky_fill.rgb, up) * matt * s.open;
    vec3 bounce = reflect(-view, s.normal);
    float grazing = 1.0 - clamp(dot(s.normal, view), 0.0, 1.0);
    float fresnel = grazing * grazing;
    fresnel *= fresnel * (1.0 - s.roughness);
    float high = smoothstep(-0.4 - 0.4 * s.roughness, 0.4 + 0.6 * s.roughness, bounce.z);
    vec3 seen = mix(ground_fill.rgb, sky_fill.rgb * 1.6, high);
    light += seen * (mirror + (1.0 - mirror) * fresnel * 0.5) * s.open * (1.0 - 0.4 * s.roughness);
    float rim = clamp(dot(s.normal, rim_direction.xyz), 0.0, 1.0) * (0.25 + 0.75 * grazing);
    light += sky_fill.rgb * rim_direction.w * rim * s.open * (matt + 0.1);
    return light + add_lamps(s, point, view, matt, mirror);
}
