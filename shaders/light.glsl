// Light on a surface: the sun, sky and floor with a cool rim, point lamps.
// Each part is linear and apart, so that a cheap picture can find the first two per vertex.

struct Surface {
    vec3 colour;                // linear
    float roughness;
    float metal;
    vec3 normal;
};

// GGX with the visibility and Fresnel terms fitted into one ratio:
// B. Karis, "Real shading in Unreal Engine 4" (2013); R. Renaldas, "Optimizing PBR" (2015).
float find_gloss(float roughness, vec3 normal, vec3 half_way, vec3 light) {
    float a = max(roughness * roughness, 0.02);
    float nh = clamp(dot(normal, half_way), 0.0, 1.0);
    float lh = clamp(dot(light, half_way), 0.0, 1.0);
    float d = nh * nh * (a * a - 1.0) + 1.0;
    return a * a / (d * d * max(0.1, lh * lh) * (roughness + 0.5) * 4.0);
}

vec3 light_by_sun(Surface s, vec3 view) {
    vec3 matt = s.colour * (1.0 - s.metal);
    vec3 mirror = mix(vec3(0.04), s.colour, s.metal);
    float facing = clamp(dot(s.normal, sun_direction.xyz), 0.0, 1.0);
    float gloss = find_gloss(s.roughness, s.normal, normalize(view + sun_direction.xyz), sun_direction.xyz);
    return sun_colour.rgb * facing * (matt + mirror * gloss);
}

vec3 light_by_sky(Surface s, vec3 view) {
    vec3 matt = s.colour * (1.0 - s.metal);
    vec3 mirror = mix(vec3(0.04), s.colour, s.metal);
    vec3 light = mix(ground_fill.rgb, sky_fill.rgb, s.normal.z * 0.5 + 0.5) * matt;
    vec3 bounce = reflect(-view, s.normal);
    float grazing = 1.0 - clamp(dot(s.normal, view), 0.0, 1.0);
    float fresnel = grazing * grazing;
    fresnel *= fresnel * (1.0 - s.roughness);
    float high = smoothstep(-0.4 - 0.4 * s.roughness, 0.4 + 0.6 * s.roughness, bounce.z);
    vec3 seen = mix(ground_fill.rgb, sky_fill.rgb * 1.6, high);
    light += seen * (mirror + (1.0 - mirror) * fresnel * 0.5) * (1.0 - 0.4 * s.roughness);
    float rim = clamp(dot(s.normal, rim_direction.xyz), 0.0, 1.0) * (0.25 + 0.75 * grazing);
    return light + sky_fill.rgb * rim_direction.w * rim * (matt + 0.1);
}

#if LAMPS > 0
vec3 light_by_lamps(Surface s, vec3 view, vec3 point) {
    vec3 matt = s.colour * (1.0 - s.metal);
    vec3 sum = vec3(0.0);
    for (int i = 0; i < LAMPS; ++i) {
        vec3 path = light_position[i].xyz - point;
        float square = dot(path, path);
        vec3 to_lamp = path * inversesqrt(square);
        float fade = clamp(1.0 - square / (light_position[i].w * light_position[i].w), 0.0, 1.0);
        float edge = light_colour[i].w;
        float cone = max(smoothstep(edge, mix(edge, 1.0, 0.35), -dot(to_lamp, light_axis[i].xyz)),
                         step(edge, -0.99));
        float power = cone * fade * fade * clamp(dot(s.normal, to_lamp), 0.0, 1.0) / (0.35 + square);
        float gloss = find_gloss(s.roughness, s.normal, normalize(to_lamp + view), to_lamp);
        sum += light_colour[i].rgb * power * (matt + mix(vec3(0.04), s.colour, s.metal) * gloss);
    }
    return sum;
}
#endif
