// Share of the sky that a pixel sees, from depth alone: spheres of J. Crytek's method with the
// cosine falloff of M. McGuire, "The alchemy screen-space ambient obscurance" (2011).
#include "frame.glsl"
#include "tone.glsl"
#include "disk.glsl"
uniform sampler2D depth;
in vec2 place;
layout(location = 0) out vec2 open;     // share; distance along the view [m]

const float RADIUS = 0.32;      // [m]

// Along the view [m]; its inverse is linear in the depth.
float find_far(vec2 where) {
    float z = textureLod(depth, where, 0.0).r * 2.0 - 1.0;
    return 1.0 / (world_from_clip[2].w * z + world_from_clip[3].w);
}

// From the eye; the way to a depth of 1 m is linear in the place.
vec3 find_point(vec2 where) {
    vec2 at = where * 2.0 - 1.0;
    vec3 middle = world_from_clip[3].xyz - world_from_clip[3].w * eye.xyz;
    return find_far(where) * (world_from_clip[0].xyz * at.x + world_from_clip[1].xyz * at.y + middle);
}

vec3 shorter(vec3 a, vec3 b) { return dot(a, a) < dot(b, b) ? a : b; }

void main() {
    float far = find_far(place);
    open = vec2(1.0, far);
    if (textureLod(depth, place, 0.0).r > 0.99999) return;
    vec3 point = find_point(place);
    vec2 px = 1.0 / vec2(textureSize(depth, 0));
    vec3 dx = shorter(find_point(place + vec2(px.x, 0)) - point, point - find_point(place - vec2(px.x, 0)));
    vec3 dy = shorter(find_point(place + vec2(0, px.y)) - point, point - find_point(place - vec2(0, px.y)));
    vec3 normal = normalize(cross(dx, dy));
    float away = length(point);
    float height = RADIUS * length(vec3(clip_from_world[0].y, clip_from_world[1].y, clip_from_world[2].y)) / far * 0.5;
    vec2 reach = height * vec2(screen.y * screen.z, 1.0);   // of the picture's sides
    vec2 arm = find_first_arm(gl_FragCoord.xy);
    float closed = 0.0;
    for (int i = 0; i < OCCLUSION_TAPS; ++i) {
        float share = (float(i) + 0.5) / float(OCCLUSION_TAPS);
        vec3 path = find_point(place + share * reach * arm) - point;
        arm = ONWARD * arm;
        float square = dot(path, path);
        float weight = max(RADIUS * RADIUS - square, 0.0) / (RADIUS * RADIUS);
        closed += weight * max(dot(path, normal) - 0.002 * away, 0.0) / (square + 0.0008);
    }
    open.x = pow(clamp(1.0 - 0.16 * closed / float(OCCLUSION_TAPS), 0.0, 1.0), 1.6);
}
