// Contact darkening on the floor: one soft rounded rectangle under each low body.
#include "frame.glsl"
in vec4 in_middle;              // xyz of the footprint's centre; w: strength
in vec4 in_axes;                // half extents along the body's x and y, turned: cos, sin in zw

out vec2 across;
flat out vec2 extent;
flat out float strength;
out float distance;

const float MARGIN = 0.16;

void main() {
    vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
    extent = in_axes.xy;
    strength = in_middle.w;
    across = corner * (extent + MARGIN);
    vec2 c = in_axes.zw;
    vec3 point = in_middle.xyz + vec3(c.x * across.x - c.y * across.y, c.y * across.x + c.x * across.y, 0.004);
    distance = length(eye.xyz - point);
    gl_Position = clip_from_world * vec4(point, 1.0);
}
