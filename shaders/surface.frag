#include "frame.glsl"
#include "tone.glsl"
#include "shadow.glsl"
#include "light.glsl"
#if defined(PATTERN) || defined(GROUND)
#include "pattern.glsl"
#endif
#if QUALITY > 1
uniform sampler2D openness;
#endif

in vec3 position;
in vec3 normal;
#ifdef PATTERN
in vec3 local;
#endif
flat in vec4 albedo;
flat in vec4 finish;
flat in vec3 second;

layout(location = 0) out vec4 picture;

void main() {
    vec3 to_eye = eye.xyz - position;
    float distance = length(to_eye);
    vec3 view = to_eye / distance;
    Surface s = Surface(albedo.rgb, albedo.w, finish.x, normalize(normal), 1.0);
    if (!gl_FrontFacing) s.normal = -s.normal;
#ifdef PATTERN
    float pixel = length(fwidth(local)) * 0.7;
    s.colour = draw_pattern(s.colour, second, int(finish.z + 0.5), finish.w, position, local, normal, pixel);
#endif
#ifdef GROUND
    vec2 pixel = fwidth(position.xy);
    s.colour *= concrete(position.xy, max(pixel.x, pixel.y));
    float reach = clamp(1.0 - distance / 11.0, 0.0, 1.0) * eye.w;
    float lines = max(0.28 * grid_line(position.xy, pixel, 0.008),
                      0.07 * grid_line(position.xy * 4.0, pixel * 4.0, 0.016));
    s.colour = mix(s.colour, vec3(0.62), lines * reach);
#endif
#if QUALITY > 1
    s.open = texture(openness, gl_FragCoord.xy * screen.zw).r;
#endif
    float slope = clamp(dot(s.normal, sun_direction.xyz), 0.0, 1.0);
    float sun = find_sun(position, s.normal, slope) * mix(1.0, s.open, 0.35);
    vec3 light = shade(s, position, view, sun) + albedo.rgb * finish.y;
    picture = vec4(dither(add_fog(to_srgb(to_film(light)), distance)), 1.0);
}
