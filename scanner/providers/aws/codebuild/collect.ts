import { type Collected, type Collecting, each } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { type Described, missingIn, projectOf } from './project.ts'
import type { CodeBuild, Project, ReportGroup } from './resources.ts'

async function* projects(aws: Aws): AsyncGenerator<Described> {
  // A page of names has the maximum size of a batch: 100.
  for await (const page of aws.pages<{ projects?: string[] }>('codebuild:ListProjects')) {
    if (!page.projects) throw aws.broken('codebuild:ListProjects', 'projects')
    if (page.projects.length === 0) continue
    const { projects: found } = await aws.call<{ projects?: Described[] }>(
      'codebuild:BatchGetProjects',
      { names: page.projects },
    )
    if (!found) throw aws.broken('codebuild:BatchGetProjects', 'projects')
    yield* found
  }
}

interface Group {
  arn: string
  name: string
  exportConfig?: { exportConfigType?: string; s3Destination?: { encryptionDisabled?: boolean } }
}

async function* reportGroups(aws: Aws): AsyncGenerator<Group> {
  for await (const page of aws.pages<{ reportGroups?: string[] }>('codebuild:ListReportGroups')) {
    if (!page.reportGroups) throw aws.broken('codebuild:ListReportGroups', 'reportGroups')
    if (page.reportGroups.length === 0) continue
    const { reportGroups: found } = await aws.call<{ reportGroups?: Group[] }>(
      'codebuild:BatchGetReportGroups',
      { reportGroupArns: page.reportGroups },
    )
    if (!found) throw aws.broken('codebuild:BatchGetReportGroups', 'reportGroups')
    yield* found
  }
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<CodeBuild> => ({
  projects: each<Described, Project>(projects(aws), (it) => {
    const missing = missingIn(it)
    if (missing !== null) throw aws.broken('codebuild:BatchGetProjects', missing)
    return projectOf(it, region)
  }),
  reportGroups: each<Group, ReportGroup>(reportGroups(aws), ({ arn, name, exportConfig }) => {
    const { exportConfigType: type, s3Destination } = exportConfig ?? {}
    const { encryptionDisabled } = s3Destination ?? {}
    if (!type || (type === 'S3' && encryptionDisabled === undefined))
      throw aws.broken('codebuild:BatchGetReportGroups', 'exportConfig')
    return { uid: arn, name, region, export_encrypted: type === 'S3' ? !encryptionDisabled : null }
  }),
})
