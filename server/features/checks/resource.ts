import { list, oneOf, resource, text } from '@plumbline/jsonapi'

/** A framework that names a check, and the requirements in which it does. */
export const checkFrameworks = resource('check-frameworks', {
  id: text,
  attributes: { name: text, requirements: list(text) },
  unpaged: true,
})

/** The same for the check of one finding, under the names that other clients read. */
export const findingFrameworks = resource('finding-compliance-frameworks', {
  id: text,
  attributes: {
    compliance_id: text,
    /** `*` if the framework covers several provider types. */
    provider_type: text,
    scope: oneOf('provider', 'universal'),
    framework: text,
    name: text,
    version: text,
    requirements: list(text),
  },
  unpaged: true,
})
