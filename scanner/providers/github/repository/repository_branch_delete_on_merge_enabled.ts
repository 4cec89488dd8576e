import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_branch_delete_on_merge_enabled',
  title: 'Repository deletes branches after they are merged',
  description:
    'Reads delete_branch_on_merge of the repository, which controls whether the head branch of a pull request is deleted after the merge.',
  risk: 'Old branches accumulate. Some contain code with known vulnerabilities that can be built or merged again later.',
  decision:
    'Passes if the setting is on. Fails if it is off. Archived repositories give no finding.',
  fix: {
    text: 'Turn on automatic deletion of head branches.',
    console: [
      'Open the repository and choose Settings, then General.',
      'Under Pull Requests, select Automatically delete head branches.',
    ],
    cli: 'gh repo edit <owner>/<repository> --delete-branch-on-merge',
    terraform: [
      'resource "github_repository" "main" {',
      '  name                   = "<repository>"',
      '  delete_branch_on_merge = true',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/configuring-pull-request-merges/managing-the-automatic-deletion-of-branches',
  over: 'repositories',
  needs: ['delete_branch_on_merge'],
  judge: ({ name, archived, delete_branch_on_merge: deletes }) => {
    if (archived) return []
    return deletes
      ? pass(`${name} deletes the branch of a pull request after it is merged.`)
      : fail(`${name} keeps the branches of merged pull requests.`)
  },
})
