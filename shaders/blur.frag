// Averages the occlusion over 4 x 4 pixels of like depth.
uniform sampler2D depth;
uniform sampler2D source;
in vec2 place;
layout(location = 0) out float open;

void main() {
    vec2 px = 1.0 / vec2(textureSize(source, 0));
    float here = 1.0 / (1.0001 - textureLod(depth, place, 0.0).r);
    float sum = 0.0, weights = 0.0;
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x) {
            vec2 where = place + vec2(x, y) * px;
            float there = 1.0 / (1.0001 - textureLod(depth, where, 0.0).r);
            float weight = max(0.0, 1.0 - 12.0 * abs(there - here) / here) + 0.001;
            sum += weight * textureLod(source, where, 0.0).r;
            weights += weight;
        }
    open = sum / weights;
}
