// What a bad link leaves of a camera's picture: blocks, noise, or the words NO SIGNAL on black.
uniform sampler2D source;
uniform sampler2D words;  // their brightness
uniform float blocks;     // edge of a block in texels, below 1.5 = none
uniform float noise;      // share
uniform int moment;       // of the noise
uniform int is_cut;
in vec2 place;
layout(location = 0) out vec4 picture;

const float WIDTH = 0.45;  // of the words in the picture
const float BLACK = 0.02;
const float LEVELS = 10.0;  // of a colour in blocks

uint mix_bits(uint x) {  // C. Wellons, lowbias32
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

void main() {
    vec2 size = vec2(textureSize(source, 0));
    vec2 at = place;
    if (blocks >= 1.5) at = min((floor(place * size / blocks) + 0.5) * blocks / size, 1.0);
    vec3 colour = texture(source, at).rgb;
    if (blocks >= 1.5) colour = floor(colour * LEVELS + 0.5) / LEVELS;
    if (is_cut != 0) {
        vec2 sheet = vec2(textureSize(words, 0));
        vec2 box = vec2(WIDTH, WIDTH * size.x / size.y * sheet.y / sheet.x);
        vec2 on = (place - 0.5) / box + 0.5;
        bool is_inside = all(greaterThan(on, vec2(0.0))) && all(lessThan(on, vec2(1.0)));
        colour = vec3(BLACK + (is_inside ? 0.8 * texture(words, on).r : 0.0));
    }
    uvec2 pixel = uvec2(gl_FragCoord.xy);
    uint bits = mix_bits(pixel.x + mix_bits(pixel.y + mix_bits(uint(moment))));
    picture = vec4(mix(colour, vec3(float(bits) / 4294967295.0), noise), 1.0);
}
