// Points of a disk on a spiral: each arm is the last one turned by the golden angle, the first one
// differs from pixel to pixel.
const mat2 ONWARD = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

vec2 find_first_arm(vec2 pixel) {
    float turn = 6.2831853 * interleaved_noise(pixel);
    return vec2(cos(turn), sin(turn));
}
