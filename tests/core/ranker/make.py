"""Makes judgements, data and a run of TREC, and the values that ir_measures gives them, query by query.

Documents are judged and not returned, returned and not judged, have equal scores, and one query is not in the run.
For Judged, ir_measures puts the first name first among equal scores, and trec_eval the last name. So Judged has a run of
its own, without equal scores.
Run it with Python 3 and ir_measures 0.4.3 in this folder.
"""
import json
import random

import ir_measures
from ir_measures import AP, P, RR, Judged, R, Rprec, Success, nDCG

random.seed(7)
data, run, judged = [], [], {}
for number in range(12):
    query = f"q{number}"
    documents = [f"d{number}-{document}" for document in range(random.randint(4, 14))]
    judged[query] = {document: random.choice([0, 0, 0, 1, 2, 3]) for document in documents}
    for document in documents:
        data.append(f"{judged[query][document]} qid:{query} 1:{random.random():.3f} # docid = {document}")
    if number == 5:
        continue
    returned = random.sample(documents, random.randint(1, len(documents)))
    returned += [f"x{number}-{extra}" for extra in range(random.randint(0, 4))]
    # Few different scores, so that many are equal.
    scored = {document: random.randint(0, 4) / 2 for document in returned}
    for rank, document in enumerate(sorted(scored, key=lambda one: -scored[one]), 1):
        run.append(f"{query} Q0 {document} {rank} {scored[document]} made")
run.append("q99 Q0 other 1 1.0 made")

measures = [AP, AP @ 5, nDCG, nDCG @ 5, P @ 5, R @ 5, RR, Rprec, Success @ 3]
qrels = [ir_measures.Qrel(query, one, grade) for query, list_ in judged.items() for one, grade in list_.items()]
scores = [ir_measures.ScoredDoc(line.split()[0], line.split()[2], float(line.split()[4])) for line in run]
values = {}
for value in ir_measures.iter_calc(measures, qrels, scores):
    values.setdefault(value.query_id, {})[str(value.measure)] = value.value
with open("data.txt", "w") as file:
    file.write("\n".join(data) + "\n")
with open("run.trec", "w") as file:
    file.write("\n".join(run) + "\n")
with open("expected.json", "w") as file:
    json.dump(values, file, indent=1, sort_keys=True)
    file.write("\n")

distinct = []
for query in dict.fromkeys(line.split()[0] for line in run):
    returned = [line.split()[2] for line in run if line.split()[0] == query]
    random.shuffle(returned)
    distinct += [f"{query} Q0 {one} {rank} {-rank} made" for rank, one in enumerate(returned, 1)]
scores = [ir_measures.ScoredDoc(line.split()[0], line.split()[2], float(line.split()[4])) for line in distinct]
values = {}
for value in ir_measures.iter_calc([Judged, Judged @ 1, Judged @ 3, Judged @ 10], qrels, scores):
    values.setdefault(value.query_id, {})[str(value.measure)] = value.value
with open("distinct.trec", "w") as file:
    file.write("\n".join(distinct) + "\n")
with open("judged.json", "w") as file:
    json.dump(values, file, indent=1, sort_keys=True)
    file.write("\n")
