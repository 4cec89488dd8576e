import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_branch_delete_on_merge_enabled',
  title: 'Merged branches are deleted',
  description:
    'Reads delete_branch_on_merge of the repository: whether the branch of a pull request goes when it is merged.',
  risk: 'Old branches pile up. Some hold code with known holes, which somebody builds or merges again one day.',
  decision:
    'Passes when the setting is on, fails when it is off. Archived repositories, where nothing is merged, are not judged.',
  fix: {
    text: 'Let GitHub delete the branches of merged pull requests.',
    console: [
      'Open the repository and choose Settings, then General.',
      'Under Pull Requests select Automatically delete head branches.',
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
      ? pass(`${name} deletes the branch of a pull request when it is merged.`)
      : fail(`${name} keeps the branches of merged pull requests.`)
  },
})
