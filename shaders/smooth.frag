// Softens jagged edges after the fact, for pictures without samples: a short blur along the edge.
// T. Lottes, "FXAA" (2009), the console variant.
uniform sampler2D source;
in vec2 place;
layout(location = 0) out vec4 picture;

const vec3 LUMA = vec3(0.299, 0.587, 0.114);

void main() {
    vec2 px = 1.0 / vec2(textureSize(source, 0));
    ivec2 here = ivec2(gl_FragCoord.xy);
    vec3 middle = texelFetch(source, here, 0).rgb;
    float m = dot(middle, LUMA);
    float nw = dot(texture(source, place + vec2(-0.5, 0.5) * px).rgb, LUMA);
    float ne = dot(texture(source, place + vec2(0.5, 0.5) * px).rgb, LUMA);
    float sw = dot(texture(source, place + vec2(-0.5, -0.5) * px).rgb, LUMA);
    float se = dot(texture(source, place + vec2(0.5, -0.5) * px).rgb, LUMA);
    vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
    float spread = max(max(abs(nw - m), abs(ne - m)), max(abs(sw - m), abs(se - m)));
    float shortest = min(abs(along.x), abs(along.y)) + 0.03 * (nw + ne + sw + se) + 0.004;
    vec2 step = clamp(along / shortest, -4.0, 4.0) * px;
    vec3 soft = 0.5 * (texture(source, place + step * 0.2).rgb + texture(source, place - step * 0.2).rgb);
    vec3 wide = 0.5 * (texture(source, place + step * 0.5).rgb + texture(source, place - step * 0.5).rgb);
    vec3 blur = 0.5 * (soft + wide);
    picture = vec4(mix(middle, blur, step.x == 0.0 && step.y == 0.0 ? 0.0 : smoothstep(0.01, 0.04, spread)), 1.0);
}
