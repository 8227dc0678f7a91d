#include "frame.glsl"
#include "body.glsl"
#if QUALITY == 0
#include "light.glsl"
#endif
uniform sampler2D materials;

in vec3 in_position;
in vec3 in_normal;
in uvec2 in_rows;               // body, material

out vec3 position;
centroid out vec3 normal;   // at an edge inside the triangle: thin bevels would overshoot
out vec3 place;                 // in the shadow map
#ifdef PATTERN
out vec3 local;
#endif
#if QUALITY == 0
out vec3 by_sun;                // linear light of this vertex, seen and unseen by the sun
out vec3 by_sky;
#endif
flat out vec4 albedo;           // linear rgb; w: roughness
flat out vec4 finish;           // metal, emission, pattern, pattern size
flat out vec3 second;           // linear rgb

invariant gl_Position;       // the same in every pass: what lies in front is drawn again

void main() {
    vec4 x, y, z;
    find_pose(in_rows.x, x, y, z);
    vec4 point = vec4(in_position, 1.0);
    position = vec3(dot(x, point), dot(y, point), dot(z, point));
    normal = vec3(dot(x.xyz, in_normal), dot(y.xyz, in_normal), dot(z.xyz, in_normal));
#ifdef PATTERN
    local = in_position;
#endif
    int row = int(in_rows.y);
    albedo = texelFetch(materials, ivec2(0, row), 0);
    finish = texelFetch(materials, ivec2(1, row), 0);
    second = texelFetch(materials, ivec2(2, row), 0).rgb;
    float slope = clamp(dot(normal, sun_direction.xyz), 0.0, 1.0);
    float offset = shadow_scale.y * (3.0 - 2.0 * slope);        // off the surface: no self-shadow
    place = (shadow_from_world * vec4(position + normal * offset, 1.0)).xyz;
#if QUALITY == 0
    vec3 view = normalize(eye.xyz - position);
    Surface s = Surface(albedo.rgb, albedo.w, finish.x, normal);
#if defined(PATTERN) || defined(GROUND)
    s.colour = vec3(1.0);
#endif
    by_sun = light_by_sun(s, view);
    by_sky = light_by_sky(s, view) + s.colour * finish.y;
#if LAMPS > 0
    by_sky += light_by_lamps(s, view, position);
#endif
#endif
    gl_Position = clip_from_world * vec4(position, 1.0);
}
