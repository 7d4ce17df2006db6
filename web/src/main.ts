import { mount } from 'svelte';
import App from './App.svelte';
import { house } from './lib/house.svelte';
import { prefs } from './lib/prefs.svelte';
import './style/base.css';

prefs.show();
void house.start();
mount(App, { target: document.getElementById('app')! });
