"""c2st and tstr computed once more, from their definition in docs/guide/measures.md: by the xgboost package on the same folds,
or by any other trees. The folds are those of the program: ChaCha20 and BLAKE2b by libsodium."""

import ctypes
import ctypes.util
import hashlib

import numpy as np
import pandas as pd
import xgboost
from sklearn.metrics import r2_score, roc_auc_score

SODIUM = ctypes.CDLL(ctypes.util.find_library("sodium"))
FOLDS = 3
PARAMETERS = {"tree_method": "hist", "max_bin": 64, "max_depth": 4, "eta": 0.2, "min_child_weight": 5, "lambda": 1, "nthread": 1, "seed": 0,
              "verbosity": 0}


def words(key, name, count):
    """The words of a stream: ChaCha20 under a key of the stream's own."""
    own, out, nonce = (ctypes.create_string_buffer(size) for size in (32, 4 * count, 12))
    SODIUM.crypto_core_hchacha20(own, np.array(name, "<u4").tobytes(), key, None)
    SODIUM.crypto_stream_chacha20_ietf(out, ctypes.c_ulonglong(4 * count), nonce, own.raw[:32])
    return iter(np.frombuffer(out.raw[:4 * count], "<u4").tolist())


def drawn(seed, side, size):
    """The records of a table in random order; up to 2^14 of them."""
    assert size <= 1 << 14
    key = hashlib.blake2b(b"overhand seed v1" + seed.to_bytes(8, "little"), digest_size=32).digest()
    key = hashlib.blake2b(b"folds of boosted trees", key=key, digest_size=32).digest()
    stream, order, left = words(key, (1, side, 0, 1), 2 * size + 16), list(range(size)), size
    while left > 2:
        outcomes = left * (left - 1)
        while True:
            first = next(stream) * left
            second = (first & 0xFFFFFFFF) * (left - 1)
            if (second & 0xFFFFFFFF) >= (1 << 32) % outcomes:
                break
        for place, other in ((left - 1, first >> 32), (left - 2, second >> 32)):
            order[place], order[other] = order[other], order[place]
        left -= 2
    if left == 2:
        other = (next(stream) * 2) >> 32
        order[1], order[other] = order[other], order[1]
    return np.array(order)


def seen(original, masked, categories):
    """Both tables as trees see them, numbers first: places among the values of both, codes of levels, gaps missing."""
    both = pd.concat([original, masked], ignore_index=True)
    names = [name for name in both if name not in categories] + [name for name in both if name in categories]
    columns = []
    for name in names:
        codes, _ = pd.factorize(both[name], sort=True)
        columns.append(np.where(codes < 0, np.nan, codes + 1.0))
    cells = np.column_stack(columns)
    return names, cells[:len(original)], cells[len(original):]


def by_xgboost(training, labels, tested, classes):
    objective = {0: "reg:squarederror", 2: "binary:logistic"}.get(classes, "multi:softprob")
    parameters = {**PARAMETERS, "objective": objective, "base_score": 0.5 if classes else 0, **({"num_class": classes} if classes > 2 else {})}
    model = xgboost.train(parameters, xgboost.DMatrix(training, label=labels), 30)
    return model.predict(xgboost.DMatrix(tested))


def folds_of(seed, sizes):
    for fold in range(FOLDS):
        orders = [drawn(seed, side, size) for side, size in enumerate(sizes)]
        yield [(order[np.arange(len(order)) % FOLDS != fold], order[np.arange(len(order)) % FOLDS == fold]) for order in orders]


def c2st(original, masked, categories=(), fit=by_xgboost, seed=1):
    _, x, m = seen(original, masked, categories)
    scores, truths = [], []
    for (x_in, x_out), (m_in, m_out) in folds_of(seed, (len(x), len(m))):
        labels = np.r_[np.zeros(len(x_in)), np.ones(len(m_in))]
        scores.append(fit(np.r_[x[x_in], m[m_in]], labels, np.r_[x[x_out], m[m_out]], 2))
        truths.append(np.r_[np.zeros(len(x_out)), np.ones(len(m_out))])
    return 2 * max(0, roc_auc_score(np.concatenate(truths), np.concatenate(scores)) - 0.5)


def labels_of(original, masked, name, is_category):
    """The labels of both tables, gaps missing, and the number of classes; 0 for numbers."""
    if not is_category:
        mean, sd = original[name].mean(), original[name].std()
        return ((original[name] - mean) / sd).to_numpy(), ((masked[name] - mean) / sd).to_numpy(), 0
    levels = pd.factorize(pd.concat([original[name], masked[name]]), sort=True)[1]
    counts = original[name].value_counts()
    levels = sorted(levels, key=lambda level: -counts.get(level, 0))
    code = {level: min(place, 9) for place, level in enumerate(levels)}
    return original[name].map(code).to_numpy(float), masked[name].map(code).to_numpy(float), max(2, min(10, len(levels)))


def skill(predicted, truth, classes):
    if classes == 0:
        return r2_score(truth, predicted)
    columns = [(1, predicted)] if classes == 2 else [(k, predicted[:, k]) for k in range(classes)]
    columns = [(k, scores) for k, scores in columns if 0 < (truth == k).sum() < len(truth)]
    weights = [(truth == k).sum() for k, _ in columns]
    return np.average([2 * roc_auc_score(truth == k, scores) - 1 for k, scores in columns], weights=weights)


def tstr(original, masked, categories=(), target=None, fit=by_xgboost, seed=1):
    names, x, m = seen(original, masked, categories)
    ratios = []
    for j, name in enumerate(names[:12]):
        if target not in (None, name):
            continue
        x_labels, m_labels, classes = labels_of(original, masked, name, name in categories)
        skills = []
        for cells, labels, side in ((x, x_labels, 0), (m, m_labels, 1)):
            predicted, truth = [], []
            for fold in folds_of(seed, (len(x), len(m))):
                training = [i for i in fold[side][0] if not np.isnan(labels[i])]
                tested = [i for i in fold[0][1] if not np.isnan(x_labels[i])]
                predicted.append(fit(np.delete(cells[training], j, 1), labels[training], np.delete(x[tested], j, 1), classes))
                truth.append(x_labels[tested])
            skills.append(skill(np.concatenate(predicted), np.concatenate(truth), classes))
        if skills[0] > 0.05:
            ratios.append(np.clip(skills[1] / skills[0], 0, 1))
    return np.median(ratios)
