#include "frame.glsl"
#include "body.glsl"
uniform sampler2D materials;

in vec3 in_position;
in vec3 in_normal;
in uvec2 in_rows;               // body, material

out vec3 position;
out vec3 normal;
#ifdef PATTERN
out vec3 local;
#endif
flat out vec4 albedo;           // linear rgb; w: roughness
flat out vec4 finish;           // metal, emission, pattern, pattern size
flat out vec3 second;           // linear rgb

void main() {
    vec4 x, y, z;
    find_pose(in_rows.x, x, y, z);
    vec4 point = vec4(in_position, 1.0);
    position = vec3(dot(x, point), dot(y, point), dot(z, point));
    normal = vec3(dot(x.xyz, in_normal), dot(y.xyz, in_normal), dot(z.xyz, in_normal));
#ifdef PATTERN
    local = in_position;
#endif
    int row = int(in_rows.y);
    albedo = texelFetch(materials, ivec2(0, row), 0);
    finish = texelFetch(materials, ivec2(1, row), 0);
    second = texelFetch(materials, ivec2(2, row), 0).rgb;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
