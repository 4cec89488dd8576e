import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_inactive_not_archived',
  title: 'Inactive repository is archived',
  description:
    'Compares the date of the last push, or the creation date if there was no push, with a threshold in days.',
  risk: 'The code, alerts and access of an inactive repository are not maintained, but the code can still be changed, released and used.',
  decision:
    'Passes if the repository is archived, or if its last push was within inactive_not_archived_days_threshold days (default 180). Fails otherwise.',
  fix: {
    text: 'Archive the repository, or resume its maintenance.',
    console: [
      'Open the repository and choose Settings, then General.',
      'Under Danger Zone, choose Archive this repository and confirm.',
    ],
    cli: 'gh repo archive <owner>/<repository>',
    terraform: [
      'resource "github_repository" "main" {',
      '  name     = "<repository>"',
      '  archived = true',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/repositories/archiving-a-github-repository/archiving-repositories',
  over: 'repositories',
  needs: [],
  config: { inactive_not_archived_days_threshold: 180 },
  judge: ({ name, archived, active_at: at }, { now, config }) => {
    if (archived) return pass(`${name} is archived.`)
    const days = Math.floor((now.getTime() - Date.parse(at)) / 86_400_000)
    const bound = config.inactive_not_archived_days_threshold
    const sentence = `${name} was last pushed to, or created, on ${at.slice(0, 10)}`
    return days >= bound
      ? fail(`${sentence}, ${days} days ago, and is not archived.`)
      : pass(`${sentence}, which is within ${bound} days.`)
  },
})
