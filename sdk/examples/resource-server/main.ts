import { createResourceServer } from '@latchkey/resource-server';
import express from 'express';

const { SSO_URL = 'http://localhost:4001', PORT = '4100' } = process.env;
const { PUBLIC_URL = `http://localhost:${PORT}`, AUDIENCE = 'https://api.example.test' } = process.env;
const api = createResourceServer({ issuer: SSO_URL, audience: AUDIENCE, publicUrl: PUBLIC_URL });

const app = express();
app.get('/greeting', api.need('profile'), (request, response) => {
  response.json({ greeting: `Hello, ${api.token(request).sub}.` });
});
app.get('/letters', api.need('email'), (_request, response) => {
  response.json({ letters: [] });
});

app.listen(Number(PORT), () => console.log(`The API listens on ${PUBLIC_URL}.`));
