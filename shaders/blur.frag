// Averages the occlusion over 5 x 5 pixels of like distance.
uniform sampler2D source;       // share; distance [m]
in vec2 place;
layout(location = 0) out vec2 open;

void main() {
    vec2 px = 1.0 / vec2(textureSize(source, 0));
    float far = textureLod(source, place, 0.0).g;
    float sum = 0.0, weights = 0.0;
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x) {
            vec2 there = textureLod(source, place + vec2(x, y) * px, 0.0).rg;
            float weight = max(0.0, 1.0 - 12.0 * abs(there.g - far) / far) + 0.001;
            sum += weight * there.r;
            weights += weight;
        }
    open = vec2(sum / weights, far);
}
