import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_inactive_not_archived',
  title: 'Repository that nobody works on is archived',
  description:
    'Compares the last push to a repository, or its creation where nothing was ever pushed, with a number of days.',
  risk: 'Nobody looks after its code, its alerts and its access, while it can still be changed, released and used by others.',
  decision:
    'Passes when the repository is archived, or was pushed to within inactive_not_archived_days_threshold days (180). Fails when it was not.',
  fix: {
    text: 'Archive the repository, or take up work on it again.',
    console: [
      'Open the repository and choose Settings, then General.',
      'Under Danger Zone choose Archive this repository and confirm.',
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
    const sentence = `${name} was last pushed to, or made, on ${at.slice(0, 10)}`
    return days >= bound
      ? fail(`${sentence}, ${days} days ago, and is not archived.`)
      : pass(`${sentence}, which is within ${bound} days.`)
  },
})
