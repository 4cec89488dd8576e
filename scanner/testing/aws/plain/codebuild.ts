import type { PlainService } from './plain.ts'

const paging = { token: 'nextToken', size: 'maxResults' } as const

export const codebuild: PlainService = {
  name: 'codebuild',
  protocol: 'json',
  target: 'CodeBuild_20161006',
  operations: {
    ListProjects: { list: 'projects', ...paging },
    BatchGetProjects: { none: { projects: [], projectsNotFound: [] } },
    ListReportGroups: { list: 'reportGroups', ...paging },
    BatchGetReportGroups: { none: { reportGroups: [], reportGroupsNotFound: [] } },
  },
}
