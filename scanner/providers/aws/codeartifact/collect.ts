import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { named } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { CodeArtifact, Package } from './resources.ts'

interface Repository {
  name: string
  domainName: string
  domainOwner: string
}

interface Listed {
  format: string
  /** The scope of npm, the group of Maven. */
  namespace?: string
  package: string
  originConfiguration?: { restrictions?: { upstream?: string } }
}

interface Place {
  readonly repository: Repository
  readonly listed: Listed
}

async function* repositories(aws: Aws) {
  for await (const page of aws.pages<{ repositories?: Repository[] }>(
    'codeartifact:ListRepositories',
  )) {
    if (!page.repositories) throw aws.broken('codeartifact:ListRepositories', 'repositories')
    yield* page.repositories
  }
}

const within = ({ name, domainName, domainOwner }: Repository) => ({
  domain: domainName,
  domainOwner,
  repository: name,
})

async function* packages(aws: Aws): AsyncGenerator<Place> {
  for await (const repository of repositories(aws)) {
    for await (const page of aws.pages<{ packages?: Listed[] }>(
      'codeartifact:ListPackages',
      within(repository),
    )) {
      if (!page.packages) throw aws.broken('codeartifact:ListPackages', 'packages')
      for (const listed of page.packages) yield { repository, listed }
    }
  }
}

function takesUpstream({ originConfiguration }: Listed): boolean | null {
  const upstream = originConfiguration?.restrictions?.upstream
  return upstream ? upstream === 'ALLOW' : null
}

async function originOf(aws: Aws, { repository, listed }: Place): Promise<string | null> {
  const { format, namespace, package: name } = listed
  const { versions } = await aws.call<{ versions?: { origin?: { originType?: string } }[] }>(
    'codeartifact:ListPackageVersions',
    {
      ...within(repository),
      format,
      ...(namespace !== undefined && { namespace }),
      package: name,
      status: 'Published',
      sortBy: 'PUBLISHED_TIME', // the newest first
      maxResults: 1,
    },
  )
  if (!versions) throw aws.broken('codeartifact:ListPackageVersions', 'versions')
  const [newest] = versions
  if (!newest) return null
  const type = newest.origin?.originType
  if (!type) throw aws.broken('codeartifact:ListPackageVersions', 'originType')
  return type
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<CodeArtifact> => ({
  packages: each<Place, Package>(packages(aws), (place) => {
    const { format, namespace = '', package: name } = place.listed
    const { name: repository, domainName } = place.repository
    const takes = takesUpstream(place.listed)
    return {
      uid: `${named`arn:${partition}:codeartifact:${region}:${account}:package/${domainName}/${repository}/${format}`}/${namespace}/${name}`,
      name: namespace ? `${namespace}/${name}` : name,
      region,
      repository,
      takes_upstream: takes,
      origin: read(async () => (takes ? originOf(aws, place) : null)),
    }
  }),
})
