// A texture as it is, for the window.
uniform sampler2D source;
in vec2 place;
layout(location = 0) out vec4 picture;

void main() { picture = vec4(texture(source, place).rgb, 1.0); }
