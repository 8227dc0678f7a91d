// What radiation at the camera and a bad link leave of its picture: specks; blocks, noise, or the
// words NO SIGNAL on black.
uniform sampler2D source;
uniform sampler2D words;  // their brightness
uniform float blocks;     // edge of a block in texels, below 1.5 = none
uniform float noise;      // share
uniform int moment;       // of the noise
uniform int is_cut;
uniform float specks;     // in a cell of the picture, on average
uniform float grain;      // texels for a pixel of the camera
uniform int shot;         // of the specks
in vec2 place;
layout(location = 0) out vec4 picture;

const float WIDTH = 0.45;  // of the words in the picture
const float BLACK = 0.02;
const float LEVELS = 10.0;  // of a colour in blocks
const float CELL = 16.0;    // camera pixels; a speck reaches less than half a cell from its middle
const float LONGEST = 10.0; // of a track, camera pixels

uint mix_bits(uint x) {  // C. Wellons, lowbias32
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

float share_of(uint bits) {
    return float(bits) / 4294967295.0;
}

float next_share(inout uint bits) {
    bits = mix_bits(bits + 0x9e3779b9u);
    return share_of(bits);
}

// Adds the points and short tracks that quanta leave in the four cells round a texel.
vec3 add_specks(vec3 colour, vec2 texel) {
    vec2 spot = texel / grain;
    ivec2 first = ivec2(floor(spot / CELL - 0.5));
    for (int k = 0; k < 4; k++) {
        ivec2 cell = first + ivec2(k & 1, k >> 1);
        uint bits = mix_bits(uint(cell.x) + mix_bits(uint(cell.y) + mix_bits(uint(shot) ^ 0x51ed270bu)));
        int count = int(specks + share_of(bits));
        for (int i = 0; i < count; i++) {
            vec2 middle = (vec2(cell) + vec2(next_share(bits), next_share(bits))) * CELL;
            float turn = 6.2832 * next_share(bits);
            float extent = max(0.0, 0.5 * LONGEST * (2.0 * next_share(bits) - 1.0));
            float radius = mix(0.75, 1.5, next_share(bits));
            float bright = mix(0.5, 1.0, next_share(bits));
            vec2 along = vec2(cos(turn), sin(turn)), way = spot - middle;
            float across = distance(way, along * clamp(dot(way, along), -extent, extent));
            colour = mix(colour, vec3(1.0), bright * clamp(radius - across + 0.5, 0.0, 1.0));
        }
    }
    return colour;
}

void main() {
    vec2 size = vec2(textureSize(source, 0));
    vec2 at = place;
    if (blocks >= 1.5) at = min((floor(place * size / blocks) + 0.5) * blocks / size, 1.0);
    vec3 colour = texture(source, at).rgb;
    if (specks > 0.0) colour = add_specks(colour, at * size);
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
