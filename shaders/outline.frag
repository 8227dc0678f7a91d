// An outline round a mask: a gap of one pixel, then a line; fainter where the body is hidden.
uniform sampler2D mask;         // r: seen, g: whole silhouette
uniform vec3 colour;
uniform float width;            // [px]
layout(location = 0) out vec4 picture;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(mask, 0) - 1;
    float nearest = 100.0, seen = 0.0;
    for (int y = -4; y <= 4; ++y)
        for (int x = -4; x <= 4; ++x) {
            vec2 here = texelFetch(mask, clamp(pixel + ivec2(x, y), ivec2(0), last), 0).rg;
            if (here.g > 0.5) {
                float distance = length(vec2(x, y));
                nearest = min(nearest, distance);
                seen = max(seen, here.r * step(distance, 3.7));
            }
        }
    float line = smoothstep(0.5, 1.5, nearest) * (1.0 - smoothstep(width + 0.9, width + 1.7, nearest));
    picture = vec4(colour, line * mix(0.35, 1.0, step(0.5, seen)));
}
