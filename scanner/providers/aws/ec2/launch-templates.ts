import { type Collecting, each, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, type TagSet, tags } from './answers.ts'
import type { LaunchTemplate, LaunchTemplateVersion } from './resources.ts'

interface GivenTemplate extends TagSet {
  launchTemplateId?: string
  launchTemplateName?: string
}

interface GivenVersion {
  versionNumber?: number
  launchTemplateData?: {
    metadataOptions?: { httpTokens?: string; httpEndpoint?: string }
    networkInterfaceSet?: { associatePublicIpAddress?: boolean }[]
  }
}

const version = ({
  versionNumber = 0,
  launchTemplateData: { metadataOptions, networkInterfaceSet = [] } = {},
}: GivenVersion): LaunchTemplateVersion => ({
  number: versionNumber,
  tokens: metadataOptions?.httpTokens ?? null,
  endpoint: metadataOptions?.httpEndpoint ?? null,
  public_address: networkInterfaceSet.some((it) => it.associatePublicIpAddress === true),
})

export function launchTemplates({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<LaunchTemplate> {
  const operation = 'ec2:DescribeLaunchTemplates'
  const versionsOf = 'ec2:DescribeLaunchTemplateVersions'
  const defaultVersion = async (id: string) => {
    const [found] = await all(
      items(
        client,
        versionsOf,
        { LaunchTemplateId: id, LaunchTemplateVersion: ['$Default'] },
        (answer: { launchTemplateVersionSet?: GivenVersion[] }) => answer.launchTemplateVersionSet,
      ),
    )
    if (found?.versionNumber === undefined) throw client.broken(versionsOf, 'a default version')
    return version(found)
  }
  return each<GivenTemplate, LaunchTemplate>(
    items(
      client,
      operation,
      { MaxResults: 200 },
      (answer: { launchTemplates?: GivenTemplate[] }) => answer.launchTemplates,
    ),
    (it) => {
      const id = identity(client, operation, it.launchTemplateId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:launch-template/${id}`,
        name: it.launchTemplateName ?? id,
        region,
        tags: tags(it),
        template_id: id,
        version: read(() => defaultVersion(id)),
      }
    },
  )
}
