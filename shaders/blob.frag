#include "frame.glsl"
in vec2 across;
flat in vec2 extent;
flat in float strength;
in float distance;
layout(location = 0) out vec4 picture;

const float MARGIN = 0.16;

void main() {
    vec2 past = max(abs(across) - extent * 0.9, 0.0);
    float dark = clamp(1.0 - length(past) / (MARGIN + 0.1 * min(extent.x, extent.y)), 0.0, 1.0);
    float clear = exp(-fog.w * max(distance - 2.5, 0.0));
    picture = vec4(0.0, 0.0, 0.0, strength * dark * dark * clear);
}
