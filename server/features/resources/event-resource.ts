import { json, nullable, resource, text, timestamp } from '@plumbline/jsonapi'

/** Something that happened to a resource, as its provider logged it; none of it is stored. */
export const resourceEvents = resource('resource-events', {
  id: text,
  attributes: {
    event_time: timestamp,
    event_name: text,
    event_source: text,
    actor: text,
    actor_uid: nullable(text),
    actor_type: nullable(text),
    source_ip_address: nullable(text),
    user_agent: nullable(text),
    request_data: json,
    response_data: json,
    error_code: nullable(text),
    error_message: nullable(text),
  },
  unpaged: true,
})
