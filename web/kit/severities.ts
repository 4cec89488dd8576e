/** Worst first, in the API's order. */
export const severities = ['critical', 'high', 'medium', 'low', 'informational'] as const
