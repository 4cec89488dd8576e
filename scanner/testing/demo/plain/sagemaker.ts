/** An isolated forecast, and a developer's experiment that is not isolated. */
import { demoId } from '../facts.ts'
import { idOf, networkOf } from '../networks.ts'

const { privateSubnet } = networkOf('eu-central-1', 'fa1')
const arn = (kind: string, name: string) =>
  `arn:aws:sagemaker:eu-central-1:${demoId}:${kind}/${name}`

const notebook = (name: string) => ({
  NotebookInstanceName: name,
  NotebookInstanceArn: arn('notebook-instance', name),
  NotebookInstanceStatus: 'InService',
})
const config = (name: string) => ({
  EndpointConfigName: name,
  EndpointConfigArn: arn('endpoint-config', name),
})
const model = (name: string) => ({ ModelName: name, ModelArn: arn('model', name) })
const domain = {
  DomainId: 'd-k2x7larkspur',
  DomainArn: arn('domain', 'd-k2x7larkspur'),
  DomainName: 'science',
  Status: 'InService',
}

export const demoSageMaker = () => ({
  'eu-central-1': {
    ListNotebookInstances: { NotebookInstances: [notebook('forecast'), notebook('playground')] },
    DescribeNotebookInstance: {
      forecast: {
        ...notebook('forecast'),
        SubnetId: privateSubnet,
        DirectInternetAccess: 'Disabled',
        RootAccess: 'Disabled',
        KmsKeyId: '5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01',
      },
      playground: {
        ...notebook('playground'),
        DirectInternetAccess: 'Enabled',
        RootAccess: 'Enabled',
      },
    },
    ListEndpointConfigs: { EndpointConfigs: [config('forecast'), config('trial')] },
    DescribeEndpointConfig: {
      forecast: {
        ...config('forecast'),
        KmsKeyId: '5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01',
        ProductionVariants: [
          { VariantName: 'all', ModelName: 'forecast', InitialInstanceCount: 2 },
        ],
      },
      trial: {
        ...config('trial'),
        ProductionVariants: [{ VariantName: 'all', ModelName: 'trial', InitialInstanceCount: 1 }],
      },
    },
    ListModels: { Models: [model('forecast'), model('trial')] },
    DescribeModel: {
      forecast: {
        ...model('forecast'),
        EnableNetworkIsolation: true,
        VpcConfig: {
          Subnets: [privateSubnet],
          SecurityGroupIds: [idOf('sg', 'fa1', 0)],
        },
      },
      trial: { ...model('trial'), EnableNetworkIsolation: false },
    },
    ListDomains: { Domains: [domain] },
    DescribeDomain: { 'd-k2x7larkspur': { ...domain, AuthMode: 'IAM' } },
  },
})
