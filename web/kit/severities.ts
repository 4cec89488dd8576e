/** The worst first, as the API orders them. */
export const severities = ['critical', 'high', 'medium', 'low', 'informational'] as const
