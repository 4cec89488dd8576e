import { list, resource, text } from '@plumbline/jsonapi'

/** A framework that names a check, and the requirements in which it does. */
export const checkFrameworks = resource('check-frameworks', {
  id: text,
  attributes: { name: text, requirements: list(text) },
  unpaged: true,
})
