// Vertices carry the row of their body; its pose is three texels of the pose table.
uniform sampler2D poses;

const int BODIES_PER_LINE = 64;

void find_pose(uint body, out vec4 x, out vec4 y, out vec4 z) {
    ivec2 texel = ivec2(3 * (int(body) % BODIES_PER_LINE), int(body) / BODIES_PER_LINE);
    x = texelFetch(poses, texel, 0);
    y = texelFetch(poses, texel + ivec2(1, 0), 0);
    z = texelFetch(poses, texel + ivec2(2, 0), 0);
}
