// Gradient sky; below the horizon it is the fog that the ground ends in.
#include "frame.glsl"
#include "tone.glsl"

in vec2 place;
layout(location = 0) out vec4 picture;

void main() {
    vec4 far = world_from_clip * vec4(place * 2.0 - 1.0, 1.0, 1.0);
    float up = normalize(far.xyz / far.w - eye.xyz).z;
    vec3 high = mix(horizon.rgb, zenith.rgb, sqrt(clamp(up, 0.0, 1.0)));
    picture = vec4(dither(mix(fog.rgb, high, smoothstep(0.0, 0.22, up))), 1.0);
}
