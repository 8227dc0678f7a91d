// A segment as a strip of constant width on the screen.
#include "frame.glsl"
in vec3 in_start;
in vec3 in_end;
in vec4 in_colour;
uniform float width;            // [px]

out vec4 colour;
out float across;

void main() {
    vec4 a = clip_from_world * vec4(in_start, 1.0);
    vec4 b = clip_from_world * vec4(in_end, 1.0);
    float near = 1e-3;
    if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
    if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 along = (b.xy / b.w - a.xy / a.w) * screen.xy;
    along /= max(length(along), 1e-6);
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    vec4 point = (gl_VertexID & 2) == 0 ? a : b;
    point.xy += side * vec2(-along.y, along.x) * (width + 1.0) * screen.zw * point.w;
    across = side * (width + 1.0) * 0.5;
    colour = in_colour;
    gl_Position = point;
}
