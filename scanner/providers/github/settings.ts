import type { SettingRule } from '../../kit/index.ts'

/** The meaning of the thresholds of checks, and their accepted values. */
export const settings: Readonly<Record<string, SettingRule>> = {
  inactive_not_archived_days_threshold: {
    about: 'Days without a push after which a repository that is not archived counts as inactive.',
    whole: true,
    min: 1,
    max: 36_500,
  },
}
