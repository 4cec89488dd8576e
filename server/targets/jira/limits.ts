/** Jira Cloud's limits, as its documentation has them. Texts are counted in UTF-16 code units. */
export const jiraLimits = {
  /**
   * Calls of one site. Jira takes 100 GET, 100 POST and 50 PUT a second for each endpoint; what it counts per hour
   * shows in a 429 only.
   */
  rate: { perSecond: 25, burst: 25 },
  summary: 255,
  /** Of a description and of a comment, as it is serialised. */
  document: 32_767,
  label: 255,
  /** Issues of one `POST /issue/bulkfetch`. */
  maxRead: 100,
  /** The page size of all lists. */
  page: 50,
  /** Projects that a connection lists. */
  maxProjects: 2_000,
  /** A new issue is found by a search within seconds, by its documentation, which does not give a number. */
  searchLagSeconds: 60,
  /** The specification's own: resources that a grouped issue names. */
  namedResources: 50,
} as const
