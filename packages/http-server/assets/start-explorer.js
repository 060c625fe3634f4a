/** The credentials that Swagger UI puts into the address move to the body: addresses are kept in logs and histories. */
function moveCredentials(request) {
  const { origin, pathname, searchParams } = new URL(request.url, location.href);
  if (request.method !== 'POST' || searchParams.size === 0) return request;
  request.url = origin + pathname;
  request.body = request.headers['Content-Type']?.includes('json')
    ? JSON.stringify({ ...JSON.parse(request.body || '{}'), ...Object.fromEntries(searchParams) })
    : new URLSearchParams([...new URLSearchParams(request.body), ...searchParams]).toString();
  return request;
}

/**
 * A form starts with the fields of its example, and the others are blank, so that they are not sent. Swagger UI would
 * fill each with a made-up text.
 */
const startForms = {
  wrapComponents: {
    RequestBody: (RequestBody, { React }) =>
      function ExampleForm(props) {
        const { requestBody, contentType, isExecute, onChange, onChangeIncludeEmpty } = props;
        const type = contentType || requestBody?.get('content').keySeq().first();
        React.useEffect(() => {
          const content = requestBody?.getIn(['content', type]);
          if (!isExecute || !type.includes('form')) return;
          for (const name of content.getIn(['schema', 'properties']).keys()) {
            onChange(content.getIn(['example', name]) ?? '', [name]);
            onChangeIncludeEmpty(name, false);
          }
        }, [isExecute, type]);
        return React.createElement(RequestBody, props);
      },
  },
};

const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark-mode', prefersDark);

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  // Otherwise a validator on another origin is asked about the document.
  validatorUrl: null,
  requestInterceptor: moveCredentials,
  plugins: [startForms],
});
