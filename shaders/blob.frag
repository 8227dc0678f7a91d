in vec2 across;
flat in vec2 extent;
flat in vec4 height;
layout(location = 0) out float closed;

uniform float reach;            // [m] height at which a body no longer darkens the floor
uniform float margin;

void main() {
    vec2 inside = clamp(across, -extent, extent);
    float above = max(height.x + dot(height.yz, inside), max(height.w, 0.0));
    float near = clamp(1.0 - above / reach, 0.0, 1.0);
    float dark = clamp(1.0 - length(across - inside) / margin, 0.0, 1.0);
    closed = near * near * dark * dark;
}
