in vec4 colour;
in float across;
uniform float width;
layout(location = 0) out vec4 picture;

void main() {
    picture = vec4(colour.rgb, colour.a * clamp(0.5 * width + 0.5 - abs(across), 0.0, 1.0));
}
