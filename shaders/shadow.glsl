// How much sun reaches a place of the shadow map. The penumbra grows with the distance to what
// blocks it: R. Fernando, "Percentage-closer soft shadows" (2005), on a golden-angle disk.
uniform sampler2DShadow shadow_map;

#if BLOCKER_TAPS == 0
float find_sun(vec3 place, vec3 normal) {
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
#include "disk.glsl"
uniform sampler2D shadow_depth;

// Beyond the map the sun shines; its edge is faded so that nobody sees a line there.
float find_inside(vec2 place) {
    vec2 edge = abs(place - 0.5);
    return 1.0 - smoothstep(0.44, 0.5, max(edge.x, edge.y));
}

// Depth per step across the map on a plane of this normal, so that a wide penumbra compares with
// the surface itself where it is oblique to the sun (J. Isidoro, "Shadow mapping", 2006).
vec2 find_tilt(vec3 normal) {
    vec3 n = mat3(shadow_from_world) * normal;
    float ratio = shadow_scale.w * shadow_scale.z;
    return -n.xy / (min(n.z, -0.12 / shadow_scale.z) * ratio * ratio);
}

float find_sun(vec3 place, vec3 normal) {
    place.z = min(place.z, 0.9999);
    vec2 tilt = find_tilt(normal);
    vec2 first = find_first_arm(gl_FragCoord.xy), arm = first;
    float spread = sun_direction.w * shadow_scale.z * shadow_scale.w;   // per unit of depth
    float reach = max(spread * 0.12, 3.0 * shadow_scale.x);
    float blockers = 0.0, depth = 0.0;
    for (int i = 0; i < BLOCKER_TAPS; ++i) {
        float share = (float(i) + 0.5) / float(BLOCKER_TAPS);
        vec2 shift = reach * share * arm;
        arm = ONWARD * arm;
        float found = textureLod(shadow_depth, place.xy + shift, 0.0).r;
        float blocks = step(found, place.z + dot(tilt, shift) - 0.0004);
        blockers += blocks;
        depth += blocks * found;
    }
    if (blockers < 0.5) return 1.0;
    float radius = max(spread * (place.z - depth / blockers), 2.2 * shadow_scale.x);
    radius = min(radius, 40.0 * shadow_scale.x);
    float sun = 0.0;
    arm = first;
    for (int i = 0; i < SHADOW_TAPS; ++i) {
        vec2 shift = radius * sqrt((float(i) + 0.5) / float(SHADOW_TAPS)) * arm;
        arm = ONWARD * arm;
        sun += textureLod(shadow_map, place + vec3(shift, dot(tilt, shift)), 0.0);
    }
    return mix(1.0, sun / float(SHADOW_TAPS), find_inside(place.xy));
}
#endif
