/** Workgroups: reports with separate rules, and the account's default one. */
const workgroup = <C>(Name: string, Configuration: C) => ({
  WorkGroup: { Name, State: 'ENABLED', Configuration },
})

export const demoAthena = () => ({
  'eu-central-1': {
    ListWorkGroups: {
      WorkGroups: [
        { Name: 'primary', State: 'ENABLED' },
        { Name: 'reports', State: 'ENABLED' },
      ],
    },
    GetWorkGroup: {
      primary: workgroup('primary', {
        ResultConfiguration: {},
        EnforceWorkGroupConfiguration: false,
        PublishCloudWatchMetricsEnabled: false,
      }),
      reports: workgroup('reports', {
        ResultConfiguration: {
          OutputLocation: 's3://larkspur-customer-exports/athena/',
          EncryptionConfiguration: { EncryptionOption: 'SSE_S3' },
        },
        EnforceWorkGroupConfiguration: true,
        PublishCloudWatchMetricsEnabled: true,
      }),
    },
  },
})
