// How much sun reaches a place of the shadow map. The penumbra grows with the distance to what
// blocks it: R. Fernando, "Percentage-closer soft shadows" (2005), on a golden-angle disk.
uniform sampler2DShadow shadow_map;

#if BLOCKER_TAPS == 0
float find_sun(vec3 place) {
    place.z = min(place.z, 0.9999);
    vec2 step = vec2(0.6, 0.3) * shadow_scale.x;
    float sun = texture(shadow_map, vec3(place.xy + step, place.z));
    sun += texture(shadow_map, vec3(place.xy - step, place.z));
#if SHADOW_TAPS > 2
    step = vec2(-step.y, step.x);
    sun += texture(shadow_map, vec3(place.xy + step, place.z));
    sun += texture(shadow_map, vec3(place.xy - step, place.z));
    sun *= 0.5;
#endif
    return 0.5 * sun;
}
#else
uniform sampler2D shadow_depth;

vec2 disk(int index, float count, float turn) {
    float angle = float(index) * 2.39996323 + turn;
    return sqrt((float(index) + 0.5) / count) * vec2(cos(angle), sin(angle));
}

// Beyond the map the sun shines; its edge is faded so that nobody sees a line there.
float find_inside(vec2 place) {
    vec2 edge = abs(place - 0.5);
    return 1.0 - smoothstep(0.44, 0.5, max(edge.x, edge.y));
}

float find_sun(vec3 place) {
    place.z = min(place.z, 0.9999);
    float turn = 6.2831853 * interleaved_noise(gl_FragCoord.xy);
    float spread = sun_direction.w * shadow_scale.z * shadow_scale.w;   // per unit of depth
    float reach = max(spread * 0.12, 3.0 * shadow_scale.x);
    float blockers = 0.0, depth = 0.0;
    for (int i = 0; i < BLOCKER_TAPS; ++i) {
        vec2 where = place.xy + reach * disk(i, float(BLOCKER_TAPS), turn);
        float found = textureLod(shadow_depth, where, 0.0).r;
        float blocks = step(found, place.z - 0.0004);
        blockers += blocks;
        depth += blocks * found;
    }
    if (blockers < 0.5) return 1.0;
    float radius = max(spread * (place.z - depth / blockers), 2.2 * shadow_scale.x);
    radius = min(radius, 40.0 * shadow_scale.x);
    float sun = 0.0;
    for (int i = 0; i < SHADOW_TAPS; ++i)
        sun += texture(shadow_map, vec3(place.xy + radius * disk(i, float(SHADOW_TAPS), turn), place.z));
    return mix(1.0, sun / float(SHADOW_TAPS), find_inside(place.xy));
}
#endif
