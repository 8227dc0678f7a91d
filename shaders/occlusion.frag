// Share of the sky that a pixel sees, from depth alone: spheres of J. Crytek's method with the
// cosine falloff of M. McGuire, "The alchemy screen-space ambient obscurance" (2011).
#include "frame.glsl"
uniform sampler2D depth;
in vec2 place;
layout(location = 0) out float open;

const float RADIUS = 0.32;      // [m]

vec3 find_point(vec2 where) {
    vec4 point = world_from_clip * vec4(vec3(where, textureLod(depth, where, 0.0).r) * 2.0 - 1.0, 1.0);
    return point.xyz / point.w;
}

vec3 shorter(vec3 a, vec3 b) { return dot(a, a) < dot(b, b) ? a : b; }

void main() {
    if (textureLod(depth, place, 0.0).r > 0.99999) { open = 1.0; return; }
    vec3 point = find_point(place);
    vec2 px = 1.0 / vec2(textureSize(depth, 0));
    vec3 dx = shorter(find_point(place + vec2(px.x, 0)) - point, point - find_point(place - vec2(px.x, 0)));
    vec3 dy = shorter(find_point(place + vec2(0, px.y)) - point, point - find_point(place - vec2(0, px.y)));
    vec3 normal = normalize(cross(dx, dy));
    float away = length(eye.xyz - point);
    vec4 clip = clip_from_world * vec4(point, 1.0);
    float scale = RADIUS * length(clip_from_world[1].xyz) / clip.w * 0.5;     // of the picture's height
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float closed = 0.0;
    for (int i = 0; i < OCCLUSION_TAPS; ++i) {
        float share = (float(i) + 0.5) / float(OCCLUSION_TAPS);
        float angle = float(i) * 2.39996323 + turn;
        vec2 step = scale * share * vec2(cos(angle) * screen.y * screen.z, sin(angle));
        vec3 path = find_point(place + step) - point;
        float square = dot(path, path);
        float weight = max(RADIUS * RADIUS - square, 0.0) / (RADIUS * RADIUS);
        closed += weight * max(dot(path, normal) - 0.002 * away, 0.0) / (square + 0.0008);
    }
    open = clamp(1.0 - 0.16 * closed / float(OCCLUSION_TAPS) , 0.0, 1.0);
    open = pow(open, 1.6);
}
