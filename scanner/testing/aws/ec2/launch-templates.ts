import type { Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { describe, ec2Of, tagSet } from './describe.ts'
import type { LaunchTemplate, LaunchTemplateVersion } from './state.ts'

const latestOf = ({ versions }: LaunchTemplate) =>
  Math.max(0, ...versions.map((version) => version.number))

const describeLaunchTemplates = describe<LaunchTemplate>({
  set: 'launchTemplates',
  items: ({ launchTemplates }) => launchTemplates,
  ids: ['LaunchTemplateId', ({ id }) => id, 'InvalidLaunchTemplateId.NotFound'],
  least: 1,
  most: 200,
  filters: { 'launch-template-name': ({ name }) => [name] },
  tree: (template) => ({
    launchTemplateId: template.id,
    launchTemplateName: template.name,
    createTime: template.createdAt,
    createdBy: template.createdBy,
    defaultVersionNumber: template.defaultVersion,
    latestVersionNumber: latestOf(template),
    tagSet: tagSet(template.tags),
  }),
})

const dataTree = (version: LaunchTemplateVersion) => ({
  imageId: version.imageId,
  instanceType: version.instanceType,
  userData: version.userData && Buffer.from(version.userData).toString('base64'),
  metadataOptions: version.httpTokens && {
    httpTokens: version.httpTokens,
    httpEndpoint: 'enabled',
  },
  networkInterfaceSet: [
    {
      deviceIndex: 0,
      associatePublicIpAddress: version.publicAddress,
      groupSet: { groupId: { '#each': version.securityGroupIds } },
    },
  ],
})

interface Numbered {
  readonly template: LaunchTemplate
  readonly version: LaunchTemplateVersion
}

const isWanted = ({ template, version }: Numbered, wanted: readonly string[]) =>
  wanted.some(
    (each) =>
      each === String(version.number) ||
      (each === '$Latest' && version.number === latestOf(template)) ||
      (each === '$Default' && version.number === template.defaultVersion),
  )

/** Versions of one template, or the versions `$Latest` or `$Default` of all templates. */
const describeVersions: Operation = {
  answer: (call) => {
    const { input } = call
    const id = input.text('LaunchTemplateId')
    const name = input.text('LaunchTemplateName')
    const wanted = input.texts('LaunchTemplateVersion')
    const templates = ec2Of(call).launchTemplates.filter(
      (each) => (id === undefined || each.id === id) && (name === undefined || each.name === name),
    )
    if (id !== undefined && templates.length === 0)
      throw new Fault(
        'InvalidLaunchTemplateId.NotFound',
        400,
        `The specified launch template, with template ID ${id}, does not exist.`,
      )
    if (id === undefined && name === undefined && wanted.length === 0)
      throw new Fault('MissingParameter', 400, 'A launch template or a version must be given.')
    const versions = templates
      .flatMap((template) => template.versions.map((version) => ({ template, version })))
      .filter((each) => wanted.length === 0 || isWanted(each, wanted))
    const { items, next } = call.page(versions, {
      token: 'NextToken',
      size: 'MaxResults',
      most: 200,
    })
    return {
      launchTemplateVersionSet: items.map(({ template, version }) => ({
        launchTemplateId: template.id,
        launchTemplateName: template.name,
        versionNumber: version.number,
        createTime: version.createdAt,
        createdBy: template.createdBy,
        defaultVersion: version.number === template.defaultVersion,
        launchTemplateData: dataTree(version),
      })),
      nextToken: next,
    }
  },
}

export const launchTemplateOperations: Record<string, Operation> = {
  DescribeLaunchTemplates: describeLaunchTemplates,
  DescribeLaunchTemplateVersions: describeVersions,
}
