// One channel of the mask of selected bodies, chosen by the colour mask.
layout(location = 0) out vec4 mask;

void main() { mask = vec4(1.0); }
