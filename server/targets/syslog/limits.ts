/** What receivers of syslog take. Source: RFC 5424, section 6.1; RFC 5425, section 4.3; CEF's dictionary of extensions. */
export const limits = {
  /** Of one message: what every receiver over TLS should take. */
  maxBytes: 8_192,
  /** Characters of a message's title. */
  eventClass: 200,
  name: 256,
  msg: 1_023,
  custom: 1_000,
  address: 1_023,
} as const
