// Bodies into depth alone: the shadow map, the depth pass, masks and picking.
#include "body.glsl"
uniform mat4 clip_from_world;

in vec3 in_position;
in uvec2 in_rows;

flat out uint body;

invariant gl_Position;       // the same in every pass: what lies in front is drawn again

void main() {
    vec4 x, y, z;
    find_pose(in_rows.x, x, y, z);
    vec4 point = vec4(in_position, 1.0);
    body = in_rows.x;
    gl_Position = clip_from_world * vec4(dot(x, point), dot(y, point), dot(z, point), 1.0);
}
